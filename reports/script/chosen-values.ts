import { contentOf, type WireExchange } from './wire-case.ts';

/** A server-chosen value (a version or a uid), and its first occurrence in a response. */
export interface ChosenValue {
  readonly value: string;
  /** Index of the exchange among those of the case. */
  readonly step: number;
  /** Its place in the body of the response, as a jq path. */
  readonly path: string;
  /** Name of the shell variable that holds it. */
  readonly variable: string;
}

const CHOSEN = new Set(['resourceVersion', 'uid']);

/** The versions and uids in the responses of a case, each with its first occurrence. */
export function chosenValues(exchanges: readonly WireExchange[]): ChosenValue[] {
  const found = new Map<string, ChosenValue>();
  for (const [step, exchange] of exchanges.entries()) {
    visit(contentOf(exchange), '', (value, path) => {
      if (!found.has(value)) found.set(value, { value, step, path, variable: `v${found.size + 1}` });
    });
  }
  return [...found.values()];
}

/** One step of a jq path: `.name`, `."a/b"` or `[3]`. The first of a path needs a dot before its bracket. */
export function jqStep(container: object, member: string): string {
  if (Array.isArray(container)) return `[${member}]`;
  return `.${/^[A-Za-z_]\w*$/.test(member) ? member : JSON.stringify(member)}`;
}

function visit(value: unknown, path: string, take: (value: string, path: string) => void): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [member, inner] of Object.entries(value)) {
    const at = `${path}${jqStep(value, member)}`;
    if (CHOSEN.has(member) && typeof inner === 'string' && inner !== '') take(inner, at);
    else visit(inner, at, take);
  }
}
