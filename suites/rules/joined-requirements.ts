/** Joins the requirements of a selector, or the values of a set, in one of both orders. */
export type Join = (first: string, second: string) => string;

/** Both orders: a server that heeds the first or the last requirement alone fails with one of them. */
export const JOINS: readonly Join[] = [
  (first, second) => `${first},${second}`,
  (first, second) => `${second},${first}`,
];
