import { singleQuoted } from '../../shared/process/shell-word.ts';

/**
 * Text between double quotes or in a here-document, in which `$ID` and `$v1` are variables and nothing else is
 * special.
 */
export function expandable(text: string): string {
  return text.replaceAll(/[\\`]|\$(?!(?:ID|v\d+)\b)/g, String.raw`\$&`);
}

/** `expandable` text between double quotes. */
export function doubleQuoted(text: string): string {
  return `"${expandable(text).replaceAll('"', String.raw`\"`)}"`;
}

/** Foreign text as a comment in one line. */
export function comment(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

/** A jq expression with neutral names, as a word of the shell. */
export function inJq(expression: string): string {
  return singleQuoted(expression.replaceAll('$ID', String.raw`\($id)`));
}
