// The figures about time and money, as plain values: waterfall, cap, burst, outbox, what is sent again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readBurst, roundUp, stepsPath } from "../../web/figures/burst.ts";
import { burstText } from "../../web/figures/burst.tsx";
import { contextOf } from "../../web/figures/context.ts";
import { contextText } from "../../web/figures/context.tsx";
import { moment, readOutbox } from "../../web/figures/outbox.ts";
import { outboxText } from "../../web/figures/outbox.tsx";
import { capOf, growthOf, roundsChart, seriesOf } from "../../web/figures/rounds.ts";
import { roundsText, sumText } from "../../web/figures/rounds.tsx";
import { money, readPrice, tokensText, USUAL_PRICES } from "../../web/figures/tokens.ts";
import { turnsOf } from "../../web/figures/turns.ts";
import { coldAndWarm, readFetch, waterfallOf } from "../../web/figures/waterfall.ts";
import { coldAndWarmText } from "../../web/figures/waterfall.tsx";
import { answered, asked, call, dispatched, gave, golden, replied, request, told, traceOf } from "./figure_traces.ts";

const GET = "GET https://api.example.com/v1/now?key=secret → 200";
const note = call("get_current_weather", { location: "Leeds" });

/** A turn as the seed times it: two model calls, two fetches in the tool, held for a minute before the dispatch. */
function seedTurn(hit: boolean, begin = 0) {
  const place = hit ? told("cache", "hit: place for leeds, 2 min old; nothing was fetched") : told("http", GET, 180);
  return [
    [begin, asked("What is it like in Leeds?")],
    [begin, request(1, {})],
    [begin + 1100, replied({ calls: [note], usage: { input_tokens: 700, output_tokens: 60 }, ms: [400, 1100] })],
    [begin + 1100, dispatched(note)],
    [begin + 61_280, place],
    [begin + 61_630, told("http", GET, 350)],
    [begin + 61_633, gave(note, { ok: true }, hit ? 353 : 533)],
    [begin + 61_633, request(2, {})],
    [begin + 62_833, replied({ round: 2, text: "Rain.", usage: { input_tokens: 800, output_tokens: 70 }, ms: [500, 1200] })],
    [begin + 62_833, answered("Rain.")],
  ] as const;
}

test("durations are laid end to end, and what the reader held the run for is no work", () => {
  const [turn] = turnsOf(traceOf(...seedTurn(false)));
  const { bars, totals } = waterfallOf(turn!, USUAL_PRICES);
  assert.deepEqual(bars.map(({ kind, begin, ms }) => [kind, begin, ms]), [
    ["model", 0, 1100],
    ["tool", 1100, 533],
    ["fetch", 1100, 180],
    ["fetch", 1280, 350],
    ["model", 1633, 1200],
  ]);
  assert.equal(totals.modelMs, 2300);
  assert.equal(totals.upstreamMs, 530);
  assert.equal(totals.otherMs, 3);
  assert.equal(totals.ms, 2833);
  assert.deepEqual([totals.input, totals.output], [{ n: 1500, counted: true }, { n: 130, counted: true }]);
  // The seed's own sum: 1500 × 3 and 130 × 15 dollars for a million.
  assert.equal(totals.dollars.toFixed(5), "0.00645");
  assert.equal(money(totals.dollars), "0.65 cents");
});

test("two fetches at once take the time of one", () => {
  const [turn] = turnsOf(traceOf([0, asked("?")], [0, dispatched(note)], [300, told("http", GET, 300)], [400, told("http", GET, 400)], [410, gave(note, "1", 410)]));
  const { bars, totals } = waterfallOf(turn!, USUAL_PRICES);
  assert.deepEqual(bars.map(({ begin, ms }) => [begin, ms]), [[0, 410], [0, 300], [0, 400]]);
  assert.equal(totals.upstreamMs, 400);
  assert.equal(totals.otherMs, 10);
});

test("without a clock, fetches stand one after the other where they have room, else side by side", () => {
  const begins = (ms: number) => {
    const [turn] = turnsOf(traceOf([5, asked("?")], [5, dispatched(note)], [5, told("http", GET, 300)], [5, told("http", GET, 400)], [5, gave(note, "1", ms)]));
    return waterfallOf(turn!, USUAL_PRICES).bars.map(({ begin }) => begin);
  };
  assert.deepEqual(begins(800), [0, 0, 300]);
  assert.deepEqual(begins(450), [0, 0, 0]);
});

test("tools that are under way together begin together", () => {
  const other = call("get_forecast", {}, "c2");
  const [turn] = turnsOf(traceOf([0, asked("?")], [0, dispatched(note)], [0, dispatched(other)], [200, gave(note, "1", 200)], [300, gave(other, "1", 300)], [300, request(1, {})], [310, replied({ ms: [5, 10] })]));
  const { bars, totals } = waterfallOf(turn!, USUAL_PRICES);
  assert.deepEqual(bars.map(({ kind, begin }) => [kind, begin]), [["tool", 0], ["tool", 0], ["model", 300]]);
  assert.equal(totals.ms, 310);
});

test("a tool that has not ended shows what it has fetched so far; a program's own fetch needs no tool", () => {
  const [turn] = turnsOf(traceOf([0, asked("?")], [40, told("http", GET, 40)], [40, dispatched(note)], [90, told("http", GET, 50)]));
  const { bars, totals } = waterfallOf(turn!, USUAL_PRICES);
  assert.deepEqual(bars.map((bar) => [bar.kind, bar.begin, bar.ms, "open" in bar && bar.open]), [["fetch", 0, 40, false], ["tool", 40, 50, true], ["fetch", 40, 50, false]]);
  assert.equal(totals.ms, 90);
});

test("cold and warm: the same tool, first fetched and then answered by the cache", () => {
  const items = traceOf(...seedTurn(false), ...seedTurn(true, 100_000));
  const compared = coldAndWarm(turnsOf(items), USUAL_PRICES);
  assert.ok(compared);
  assert.equal(
    coldAndWarmText(compared),
    "Cold and warm: get_current_weather took 533 ms with 2 fetches in question 1, and 353 ms with 1 fetch and 1 cache hit in question 2: 180 ms less. The whole turns took 2.83 s and 2.65 s.",
  );
  assert.equal(coldAndWarm(turnsOf(items.slice(0, 10)), USUAL_PRICES), null);
});

test("sample data needs no fetch: a miss is cold, and a cache's other lines are no looks into it", () => {
  const turn = (text: string) => [[0, asked("?")], [0, dispatched(note)], [0, told("cache", text)], [0, told("cache", "12 entries")], [0, gave(note, "1", 1)], [0, answered("!")]] as const;
  const compared = coldAndWarm(turnsOf(traceOf(...turn("miss: place for leeds"), ...turn("hit: place for leeds"))), USUAL_PRICES);
  assert.deepEqual([compared?.cold.misses, compared?.warm.hits, compared?.warm.misses], [1, 1, 0]);
  assert.match(coldAndWarmText(compared!), /with 1 cache miss in question 1.* with 1 cache hit in question 2: no difference worth measuring/);
});

test("an address is shown without its query, where a key may stand", () => {
  assert.deepEqual(readFetch(GET), { address: "api.example.com/v1/now", ending: "200" });
  assert.deepEqual(readFetch("GET http://x.test/a → no answer\nat all"), { address: "x.test/a", ending: "no answer\nat all" });
  assert.deepEqual(readFetch("anything"), { address: "anything", ending: "" });
});

test("the golden traces have their bars: one for each response and each result", () => {
  for (const name of ["agent-follow-up", "lesson-1-two-notes", "agent-wrong-notes", "agent-no-server", "program-raises"]) {
    for (const turn of turnsOf(golden(name))) {
      const { bars, totals } = waterfallOf(turn, USUAL_PRICES);
      const kinds = turn.items.filter(({ event }) => event.kind === "llm-response" || event.kind === "tool-result");
      assert.equal(bars.length, kinds.length, name);
      assert.equal(totals.modelMs + totals.upstreamMs + totals.otherMs, totals.ms, name);
    }
  }
});

test("the seed's loop: 24,900 tokens, 7.5 cents against 0.45, about 17 times", () => {
  const growth = { sent: [700], first: 700, growth: 250, normal: 1500, counted: true };
  const chart = roundsChart(growth, 4, 12, USUAL_PRICES);
  assert.equal(chart.uncapped.tokens, 24_900);
  assert.equal(chart.uncapped.last, 3_450);
  assert.equal(money(chart.uncapped.dollars), "7.5 cents");
  assert.equal(money(chart.normal.dollars), "0.45 cents");
  assert.equal(chart.ratio, "17");
  assert.deepEqual(chart.bars.map(({ kind }) => kind[0]).join(""), "saaabbbbbbbb");
  // The bars are the series: together they are its sum.
  assert.equal(chart.bars.reduce((sum, { tokens }) => sum + tokens, 0), 24_900);
  assert.equal(sumText(chart.uncapped), "12 × (700 + 3,450) / 2");
  assert.match(roundsText(growth, chart), /Without a cap, 12 rounds cost ≈17 times a normal turn, and there is still no answer\.$/);
});

test("the sum is that of its rounds, whatever they are", () => {
  for (const [n, first, growth] of [[1, 10, 5], [4, 0, 7], [30, 1234, 77]] as const) {
    const rounds = Array.from({ length: n }, (_, index) => first + growth * index);
    assert.equal(seriesOf(n, first, growth, USUAL_PRICES).tokens, rounds.reduce((sum, tokens) => sum + tokens, 0));
  }
});

test("more rounds than the cap were sent: what was sent is a fact", () => {
  const { bars, capped } = roundsChart({ sent: [10, 20, 30], first: 10, growth: 10, normal: 30, counted: true }, 2, 4, USUAL_PRICES);
  assert.deepEqual(bars.map(({ kind }) => kind), ["sent", "sent", "sent", "beyond"]);
  assert.equal(capped.n, 3);
});

test("first and growth come from the run's own counts, and a normal turn is one with one tool", () => {
  const turns = turnsOf(golden("agent-follow-up"));
  const growth = growthOf(turns, turns[1]!);
  assert.ok(growth?.counted);
  assert.equal(growth.sent.length, 2);
  assert.equal(growth.growth, growth.sent[1]! - growth.sent[0]!);
  assert.equal(growth.normal, growth.sent[0]! + growth.sent[1]!);
});

test("where the server reports nothing, all of it is estimated and says so", () => {
  const body = (length: number) => "x".repeat(length);
  const items = traceOf([0, asked("?")], [0, request(1, body(400))], [1, replied({ calls: [note] })], [1, request(2, body(600))], [2, replied({ round: 2, usage: { input_tokens: 9, output_tokens: 1 } })]);
  const turns = turnsOf(items);
  const growth = growthOf(turns, turns[0]!);
  assert.deepEqual(growth, { sent: [100, 150], first: 100, growth: 50, normal: 250, counted: false });
  assert.match(roundsText(growth, roundsChart(growth, 2, 4, USUAL_PRICES)), /Estimated: the server does not report tokens\.$/);
  assert.equal(tokensText({ n: 1240, counted: false }), "≈1,240");
});

test("one request tells nothing of growth; a request sent twice is one round", () => {
  const turns = turnsOf(golden("lesson-1-no-note"));
  assert.equal(growthOf(turns, turns[0]!), null);
  const twice = turnsOf(traceOf([0, asked("?")], [0, request(1, "x".repeat(40))], [0, request(1, "x".repeat(48))], [0, request(2, "x".repeat(80))]));
  assert.deepEqual(growthOf(twice, twice[0]!)?.sent, [12, 20]);
});

test("the cap is that of the turn that ran into it, else the one that the program names", () => {
  assert.equal(capOf(turnsOf(golden("agent-wrong-notes")), { "main.py": "Agent(max_rounds=9)" }), 3);
  assert.equal(capOf([], { "tools.py": "", "main.py": "agent = Agent(\n  max_rounds = 5,\n)" }), 5);
  assert.equal(capOf([], { "main.py": "max_rounds=4 if rules.cap else 12" }), 4);
  assert.equal(capOf([], {}), 4);
});

const burst = { minutes: 10, questions: 300, cities: 12, without: [[0, 0], [300, 300], [600, 600]], with: [[0, 0], [24, 24], [600, 24]] };

test("the burst: 600 calls against 24 are 96 per cent fewer", () => {
  const read = readBurst(JSON.stringify(burst));
  assert.ok(read);
  assert.equal(burstText(read), "300 questions about 12 cities in 10 minutes: 600 calls upstream without a cache, 24 with it. That is 96 % fewer.");
  assert.equal(stepsPath(read.with, 600, 600), "M0 100H4V96H100V96H100");
});

test("a document that is no burst is none", () => {
  const wrong: readonly unknown[] = [
    null, 3, [], {}, { ...burst, without: [] }, { ...burst, without: "many" }, { ...burst, with: [[0, 5], [10, 4]] }, { ...burst, with: [[10, 1], [9, 2]] },
    { ...burst, with: [[0, -1]] }, { ...burst, with: [[0, 1, 2]] }, { ...burst, with: [["0", "1"]] }, { ...burst, minutes: 0 }, { ...burst, cities: null },
    { ...burst, without: Array.from({ length: 3000 }, (_, i) => [i, i]) },
  ];
  for (const document of wrong) assert.equal(readBurst(JSON.stringify(document)), null, JSON.stringify(document)?.slice(0, 60));
  assert.equal(readBurst("{"), null);
  assert.equal(readBurst('{"minutes": 1e999}'), null);
});

test("an axis ends at a round number that holds everything", () => {
  assert.deepEqual([1, 24, 599, 600, 601, 9.5].map(roundUp), [1, 30, 600, 600, 800, 10]);
});

const reminder = { key: "Leeds 2026-10-13", place: "Leeds, GB", day: "2026-10-13", text: "Rain is likely.", written: "2026-10-12T09:30:05+00:00" };

test("the outbox: how many, of how many, and whether one stands there twice", () => {
  const read = readOutbox(JSON.stringify([reminder, { ...reminder, day: "2026-10-14" }]));
  assert.ok(read.kind === "reminders");
  assert.equal(outboxText(read.reminders, 3), "2 of at most 3 reminders written in this conversation.");
  assert.match(outboxText([...read.reminders, ...read.reminders], 3), /more than once.*It is full/);
  assert.match(outboxText([], 3), /is empty; it takes up to 3 reminders/);
  assert.equal(moment(reminder.written), "2026-10-12 09:30");
  assert.equal(moment("at noon"), "at noon");
});

test("an outbox that is no list of reminders says so instead of breaking", () => {
  for (const text of ["", "{}", "[3]", '[{"place": 1}]', "null"]) assert.deepEqual(readOutbox(text), { kind: "unreadable" });
  assert.deepEqual(readOutbox("[]"), { kind: "reminders", reminders: [] });
});

test("what each request sends: the fixed part stays, the history grows by what was new", () => {
  const rows = contextOf(golden("agent-follow-up"));
  assert.deepEqual(rows.map(({ turn, messages }) => [turn, messages.history, messages.fresh]), [
    [1, 0, 1],
    [1, 1, 2],
    [2, 3, 2],
    [2, 5, 2],
  ]);
  for (const { fixed, history, fresh, total } of rows) {
    assert.ok(total.counted && fixed > 0 && fresh > 0);
    assert.ok(Math.abs(fixed + history + fresh - total.n) <= 2);
  }
});

test("messages that were left out are marked, other notes of a request are not", () => {
  const left = "6 messages were left out (the oldest, ≈1,200 tokens): the history has 1,000 tokens.";
  const rows = contextOf(traceOf([0, asked("?")], [0, request(1, { messages: [{ role: "user", content: "?" }] }, [left, "The system prompt was moved."])]));
  assert.deepEqual(rows[0]?.leftOut, [left]);
  assert.match(contextText(rows), /Older messages were left out of 1 request\. All of it is an estimate\.$/);
});

test("both wire formats and a body that is none are read", () => {
  const input = [{ type: "function_call", call_id: "c1", name: "add", arguments: "{}" }, { type: "function_call_output", call_id: "c1", output: "3" }];
  const rows = contextOf(traceOf([0, asked("?")], [0, request(1, { instructions: "Be brief.", input })], [0, request(2, { input: "hi" })], [0, request(3, "not JSON")]));
  assert.deepEqual(rows.map(({ messages }) => messages.fresh), [2, 1, 0]);
  assert.ok(rows[0]!.fixed > 0);
});

test("money and prices", () => {
  assert.deepEqual([0.0747, 0.0045, 0.75, 1.2345, 0, 0.00000001, 0.01].map(money), ["7.5 cents", "0.45 cents", "75 cents", "$1.23", "0 cents", "<0.001 cents", "1 cent"]);
  assert.deepEqual(["3", " 0,25 ", "1.5", "", "x", "-1", "1e9"].map(readPrice), [3, 0.25, 1.5, null, null, null, null]);
});
