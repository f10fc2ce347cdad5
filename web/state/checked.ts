// What comes of checking something a reader typed. Types and one helper; knows no field.

/** A value, or one sentence that tells the reader what is wrong and what to try. */
export type Checked<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly sentence: string };

export const wrong = (sentence: string): Checked<never> => ({ ok: false, sentence });
