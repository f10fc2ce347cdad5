"""Looks for a text in everything a page holds, keeps or says. Knows browsers; refuses to know this page."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import BrowserContext, Page

from support.browser import Witness

# Runs before any script of any frame. Notes every message that is posted to a port or a worker, and every message
# that is read: with both ends seen, what crosses between the page and its sandbox is seen too.
SPY = r"""(() => {
  const seen = (globalThis.__traffic = []);
  const decoder = new TextDecoder();
  // The interpreter itself and memory snapshots are no messages.
  const text = (bytes) => (bytes.byteLength > 3_000_000 ? "" : decoder.decode(bytes));
  const flat = (value) => {
    try {
      return JSON.stringify(value, (_, inner) => {
        if (inner instanceof ArrayBuffer) return text(inner);
        if (ArrayBuffer.isView(inner)) return text(inner);
        return inner;
      }) ?? "";
    } catch { return String(value); }
  };
  for (const kind of [MessagePort, Worker]) {
    const post = kind.prototype.postMessage;
    kind.prototype.postMessage = function (value, ...rest) {
      seen.push(flat(value));
      return post.call(this, value, ...rest);
    };
  }
  const data = Object.getOwnPropertyDescriptor(MessageEvent.prototype, "data");
  Object.defineProperty(MessageEvent.prototype, "data", { ...data, get() {
    const value = data.get.call(this);
    seen.push(flat(value));
    return value;
  } });
})();"""

_HOLDINGS = r"""async () => {
  const everything = (root) => [...root.querySelectorAll("*")].flatMap((one) => [
    ...[...one.attributes].map((attribute) => attribute.value),
    typeof one.value === "string" ? one.value : "",
    ...(one.shadowRoot ? [one.shadowRoot.textContent ?? "", ...everything(one.shadowRoot)] : []),
  ]);
  const stored = (storage) => JSON.stringify(Object.entries(storage));
  const caches_ = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const bytes = new Uint8Array(await (await cache.match(request)).arrayBuffer());
      caches_.push(name + " " + request.url + " " + new TextDecoder("latin1").decode(bytes));
    }
  }
  return {
    text: document.documentElement.textContent,
    elements: everything(document).join("\n"),
    title: document.title,
    address: location.href,
    history: JSON.stringify(history.state),
    "window.name": window.name,
    cookies: document.cookie,
    localStorage: stored(localStorage),
    sessionStorage: stored(sessionStorage),
    "Cache Storage": caches_.join("\n"),
    IndexedDB: JSON.stringify(await indexedDB.databases()),
    messages: globalThis.__traffic.join("\n"),
  };
}"""


def holdings(page: Page, context: BrowserContext, witness: Witness) -> dict[str, str]:
    """Place → all the text found there. The page must have been loaded with `SPY` as an init script."""
    found: dict[str, str] = page.evaluate(_HOLDINGS)
    assert found["messages"], "the spy saw no message: it is not in the page"
    for index, frame in enumerate(page.frames[1:]):
        found[f"frame {index}"] = frame.content()
        found[f"messages of frame {index}"] = "\n".join(frame.evaluate("() => globalThis.__traffic"))
    found["console"] = "\n".join(witness.console + witness.errors)
    found["stored state"] = json.dumps(context.storage_state(indexed_db=True))
    return found


def requests_with(secret: str, witness: Witness) -> list[tuple[str, str]]:
    """(URL, where) of each request that carried `secret`: in a header of that name, the URL or the body."""
    found: list[tuple[str, str]] = []
    for request in witness.requests:
        if request.url.startswith(("blob:", "data:")):
            continue
        headers: dict[str, Any] = request.all_headers()
        found += [(request.url, name) for name, value in headers.items() if secret in value]
        if secret in request.url:
            found.append((request.url, "url"))
        if secret in (request.post_data_buffer or b"").decode("latin1"):
            found.append((request.url, "body"))
    return found
