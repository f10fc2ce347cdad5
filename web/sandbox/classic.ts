// Readies the worker's globals; must be imported before Pyodide, which looks at them as it is evaluated. Refuses to
// know Python.

export const NO_SYNCHRONOUS_REQUESTS =
  "Synchronous requests cannot leave the sandbox. Use `await pyfetch(...)` from pyodide.http instead.";

/** Pyodide refuses classic workers, and tells one by a working `importScripts`. Here it could load nothing anyway. */
Object.defineProperty(self, "importScripts", { value: undefined, configurable: true });

class NoSynchronousRequests {
  constructor() {
    throw new Error(NO_SYNCHRONOUS_REQUESTS);
  }
}

/** The policy refuses them as well, but with words that help nobody. */
Object.defineProperty(self, "XMLHttpRequest", { value: NoSynchronousRequests, configurable: true, writable: true });
