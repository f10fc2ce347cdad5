// Makes a document fragment of a lesson's Markdown, through a sanitizer that lets nothing through that could load, run or
// style. Loaded on demand. Knows no lesson and no application state.
import DOMPurify from "dompurify";
import { marked } from "marked";

const TAGS = ["h1", "h2", "h3", "h4", "p", "ul", "ol", "li", "code", "pre", "em", "strong", "a", "blockquote", "hr", "table", "thead", "tbody", "tr", "th", "td", "br"];

/** Besides http and https only `event:KIND`, which points into the trace. */
const ADDRESSES = /^(?:https?:|event:[a-z-]+$)/i;

/** The Markdown as nodes, links to other sites made safe. `event:` links are left for the caller. */
export function renderProse(markdown: string): DocumentFragment {
  const html = marked.parse(markdown, { async: false, gfm: true });
  const fragment = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ["href"],
    ALLOWED_URI_REGEXP: ADDRESSES,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const link of fragment.querySelectorAll<HTMLAnchorElement>("a[href]")) {
    if (link.protocol === "event:") continue;
    link.target = "_blank";
    link.rel = "noopener noreferrer";
  }
  // Code that is wider than its column scrolls, and a keyboard must be able to do that.
  for (const code of fragment.querySelectorAll("pre")) code.tabIndex = 0;
  return fragment;
}
