// Records in memory, and what becomes of them when the browser's database fails: nothing is lost for this visit, and
// the reader is told once.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browserRecords, DENIED, FULL, lasting, memoryRecords, type Records } from "../../web/storage/records.ts";

const entries = async (records: Records, prefix = "") => Object.fromEntries(await records.all(prefix));

test("what is put is there, by key and by prefix, until it is removed", async () => {
  const records = memoryRecords();
  await records.put([["a/1", { n: 1 }], ["a/2", 2], ["b/1", 3]]);
  assert.deepEqual(await records.get("a/1"), { n: 1 });
  assert.equal(await records.get("c"), undefined);
  assert.deepEqual(await entries(records, "a/"), { "a/1": { n: 1 }, "a/2": 2 });
  await records.remove(["a/1", "never"]);
  assert.deepEqual(await entries(records, "a/"), { "a/2": 2 });
});

/** A database whose writing fails as long as `error` is set. */
function failing() {
  const inner = memoryRecords();
  const state = { error: undefined as unknown, opened: 0 };
  const said: string[] = [];
  const fail = async () => {
    if (state.error !== undefined) throw state.error;
  };
  const records = lasting(
    () => {
      state.opened += 1;
      return {
        ...inner,
        put: async (entries) => (await fail(), inner.put(entries)),
        remove: async (keys) => (await fail(), inner.remove(keys)),
      };
    },
    (sentence) => said.push(sentence),
  );
  return { inner, state, said, records };
}

const full = () => new DOMException("No room", "QuotaExceededError");

test("a full database: said once, and this visit goes on as if it had been kept", async () => {
  const { inner, state, said, records } = failing();
  await records.put([["a", 1]]);
  state.error = full();
  await records.put([["a", 2], ["b", 1]]);
  await records.put([["c", 1]]);
  assert.deepEqual(said, [FULL]);
  assert.deepEqual(await entries(records), { a: 2, b: 1, c: 1 });
  assert.equal(await records.get("a"), 2);
  assert.deepEqual(await entries(inner), { a: 1 });
  await records.remove(["a"]);
  assert.equal(await records.get("a"), undefined);
  assert.deepEqual(await entries(records), { b: 1, c: 1 });
});

test("when there is room again, what comes is kept again", async () => {
  const { inner, state, records } = failing();
  state.error = full();
  await records.put([["a", 1]]);
  state.error = undefined;
  await records.put([["a", 2]]);
  assert.deepEqual(await entries(inner), { a: 2 });
  state.error = full();
  await records.remove(["a"]);
  state.error = undefined;
  await records.remove(["a"]);
  assert.deepEqual([await entries(inner), await entries(records)], [{}, {}]);
});

test("where there is no database at all: memory, said when there is something to lose", async () => {
  const said: string[] = [];
  const records = lasting(() => {
    throw new DOMException("Not here", "SecurityError");
  }, (sentence) => said.push(sentence));
  assert.deepEqual(await entries(records), {});
  assert.equal(await records.get("a"), undefined);
  assert.deepEqual(said, []);
  await records.put([["a", 1]]);
  await records.put([["b", 1]]);
  assert.deepEqual(said, [DENIED]);
  assert.deepEqual(await entries(records), { a: 1, b: 1 });
});

test("the real one, where there is no IndexedDB, does not throw either", async () => {
  assert.equal("indexedDB" in globalThis, false);
  const said: string[] = [];
  const records = browserRecords((sentence) => said.push(sentence));
  await records.put([["a", { n: 1 }]]);
  assert.deepEqual(await records.get("a"), { n: 1 });
  assert.deepEqual(said, [DENIED]);
});

test("what is on its way can be read already", async () => {
  const inner = memoryRecords();
  let letGo = () => undefined as void;
  const records = lasting(
    () => ({ ...inner, put: (all) => new Promise<void>((done) => (letGo = done)).then(() => inner.put(all)) }),
    () => assert.fail("nothing is wrong"),
  );
  const writing = records.put([["a", 1]]);
  assert.deepEqual(await entries(records), { a: 1 });
  letGo();
  await writing;
  assert.deepEqual(await entries(inner), { a: 1 });
});
