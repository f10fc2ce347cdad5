"""Looks for a secret in everything a page holds, keeps or says. Knows browsers; refuses to know this page.

The search happens where the text is: memory snapshots and messages are too big to be carried to the test.
"""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import BrowserContext, Page

from support.browser import Witness

# Runs before any script of any frame. Looks at every message that is posted to a port or a worker, and at every one
# that is read: with both ends seen, what crosses between the page and its sandbox is seen too.
_SPY = r"""((needles) => {
  const seen = (globalThis.__canary = { messages: 0, found: [] });
  const decoder = new TextDecoder("latin1");
  const flat = (value) => JSON.stringify(value, (_, inner) => {
    if (inner instanceof ArrayBuffer || ArrayBuffer.isView(inner)) return decoder.decode(inner);
    return inner;
  }) ?? "";
  const look = (value) => {
    seen.messages += 1;
    let text;
    try { text = flat(value); } catch { text = String(value); }
    if (needles.some((needle) => text.includes(needle))) seen.found.push(text.slice(0, 300));
  };
  for (const kind of [MessagePort, Worker]) {
    const post = kind.prototype.postMessage;
    kind.prototype.postMessage = function (value, ...rest) {
      look(value);
      return post.call(this, value, ...rest);
    };
  }
  const data = Object.getOwnPropertyDescriptor(MessageEvent.prototype, "data");
  Object.defineProperty(MessageEvent.prototype, "data", { ...data, get() {
    const value = data.get.call(this);
    look(value);
    return value;
  } });
})"""

_SEARCH = r"""async (needles) => {
  const places = {
    text: document.documentElement.textContent,
    title: document.title,
    address: location.href,
    history: JSON.stringify(history.state),
    "window.name": window.name,
    cookies: document.cookie,
    localStorage: JSON.stringify(Object.entries(localStorage)),
    sessionStorage: JSON.stringify(Object.entries(sessionStorage)),
    databases: JSON.stringify(await indexedDB.databases()),
    resources: performance.getEntries().map((entry) => entry.name).join(" "),
  };
  const roots = [document];
  for (const root of roots) {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) roots.push(element.shadowRoot);
      for (const attribute of element.attributes) places["attributes"] += " " + attribute.value;
      if (typeof element.value === "string") places["fields"] += " " + element.value;
    }
    if (root !== document) places["shadow roots"] += " " + root.textContent;
  }
  const decoder = new TextDecoder("latin1");
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys())
      places["cache " + name + " " + request.url] = decoder.decode(await (await cache.match(request)).arrayBuffer());
  }
  const hit = Object.keys(places).filter((place) => needles.some((needle) => places[place].includes(needle)));
  return hit.concat(globalThis.__canary.found.map((text) => "message " + text));
}"""


def spy(needles: list[str]) -> str:
    """An init script for the whole context."""
    return f"{_SPY}({json.dumps(needles)});"


def places_with(needles: list[str], page: Page, context: BrowserContext, witness: Witness) -> list[str]:
    """Everywhere that holds one of `needles`. The context must have had `spy` as an init script from its start."""
    assert page.evaluate("() => globalThis.__canary.messages"), "the spy saw no message: it is not in the page"
    found: list[str] = page.evaluate(_SEARCH, needles)
    texts = {"console": "\n".join(witness.console + witness.errors)}
    texts["stored state"] = json.dumps(context.storage_state(indexed_db=True))
    for index, frame in enumerate(page.frames[1:]):
        texts[f"frame {index}"] = frame.content()
        found += frame.evaluate("() => globalThis.__canary.found.map((text) => 'message in a frame ' + text)")
    return found + [place for place, text in texts.items() if any(needle in text for needle in needles)]


def requests_with(secret: str, witness: Witness) -> set[tuple[str, str]]:
    """(URL, where) of each request that carried `secret`: in a header of that name, the URL or the body."""
    found: set[tuple[str, str]] = set()
    for request in witness.requests:
        if request.url.startswith(("blob:", "data:")):
            continue
        headers: dict[str, Any] = request.all_headers()
        found |= {(request.url, name) for name, value in headers.items() if secret in value}
        if secret in request.url:
            found.add((request.url, "url"))
        if secret in (request.post_data_buffer or b"").decode("latin1"):
            found.add((request.url, "body"))
    return found
