/** A text in base64, with `-` and `_` for its `+` and `/`, as in the base64 of URLs. */
export const toUrlAlphabet = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_');

/** A text in the base64 of URLs, in plain base64. */
export const fromUrlAlphabet = (text: string): string => text.replaceAll('-', '+').replaceAll('_', '/');
