// Two prices that the reader may change. Knows no figure.
import { useState } from "preact/hooks";
import { readPrice, type Prices } from "./tokens.ts";

interface Props {
  readonly prices: Prices;
  readonly setPrices: (prices: Prices) => void;
}

export function PricesForm({ prices, setPrices }: Props) {
  return (
    <fieldset class="prices">
      <legend>Dollars for a million tokens</legend>
      <Price label="in" value={prices.input} set={(input) => setPrices({ ...prices, input })} />
      <Price label="out" value={prices.output} set={(output) => setPrices({ ...prices, output })} />
    </fieldset>
  );
}

function Price({ label, value, set }: { readonly label: string; readonly value: number; readonly set: (value: number) => void }) {
  // What is being typed need not be a number yet.
  const [typed, type] = useState<string | null>(null);
  const wrong = typed !== null && readPrice(typed) === null;
  return (
    <label>
      {label}
      <input
        type="text"
        inputMode="decimal"
        value={typed ?? value.toString()}
        aria-invalid={wrong}
        onInput={(event) => {
          const text = event.currentTarget.value;
          type(text);
          const price = readPrice(text);
          if (price !== null) set(price);
        }}
        onBlur={() => type(null)}
      />
      {wrong && <span class="fault">not a price</span>}
    </label>
  );
}
