// What kind of host a name or number is, as far as it shows. Pure; refuses to know what follows from it.

export type Place = "public" | "private" | "loopback";

const PRIVATE_V4 = [/^10\./, /^192\.168\./, /^172\.(1[6-9]|2\d|3[01])\./, /^169\.254\./, /^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./];

function placeOfV4(address: string): Place {
  if (/^(127\.|0\.)/.test(address)) return "loopback";
  return PRIVATE_V4.some((range) => range.test(address)) ? "private" : "public";
}

/** `address` without brackets, as URL writes it: compressed, in hexadecimal. */
function placeOfV6(address: string): Place {
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address);
  if (mapped !== null) {
    const bytes = mapped.slice(1).flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255]);
    return placeOfV4(bytes.join("."));
  }
  if (address === "::1" || address === "::") return "loopback";
  return /^(f[cd]|fe[89ab])/.test(address) ? "private" : "public";
}

/** `hostname` as URL writes it. */
export function placeOf(hostname: string): Place {
  const host = hostname.replace(/\.$/, "");
  if (host.startsWith("[")) return placeOfV6(host.slice(1, -1));
  if (/^\d+(\.\d+){3}$/.test(host)) return placeOfV4(host);
  if (host === "localhost" || host.endsWith(".localhost")) return "loopback";
  if (!host.includes(".") || /\.(local|internal|lan|home|home\.arpa)$/.test(host)) return "private";
  return "public";
}
