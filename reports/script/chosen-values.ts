import { contentOf } from './content.ts';
import { neutralNames } from './neutral-names.ts';
import type { WireExchange } from './wire-case.ts';

/** A server-chosen value (a version, a uid or a generated name), and its first occurrence in a response. */
export interface ChosenValue {
  readonly value: string;
  /** Index of the exchange among those of the case. */
  readonly step: number;
  /** The path of the value in the content of the response, in jq, with neutral names. */
  readonly path: string;
  /** Name of the shell variable that holds it. */
  readonly variable: string;
}

/**
 * The versions, uids and generated names in the responses of a case, each with its first occurrence. The events of a
 * watch come last, because another server may deliver others.
 */
export function chosenValues(exchanges: readonly WireExchange[]): ChosenValue[] {
  const neutral = neutralNames(exchanges);
  const sent = exchanges.map(({ target, body = '' }) => `${target}\n${body}`);
  const found = new Map<string, ChosenValue>();
  const steps = [...exchanges.entries()];
  for (const [step, exchange] of [
    ...steps.filter(([, { isWatch }]) => !isWatch),
    ...steps.filter(([, { isWatch }]) => isWatch),
  ]) {
    const known = sent.slice(0, step + 1);
    visit(contentOf(exchange, neutral), '', (member, value, path) => {
      if (member === 'name' && known.some((text) => text.includes(value))) return;
      if (!found.has(value)) found.set(value, { value, step, path: neutral(path), variable: `v${found.size + 1}` });
    });
  }
  return [...found.values()];
}

/** One step of a jq path: `.name`, `."a/b"` or `[3]`. The first of a path needs a dot before its bracket. */
export function jqStep(container: object, member: string): string {
  if (Array.isArray(container)) return `[${member}]`;
  return `.${/^[A-Za-z_]\w*$/.test(member) ? member : JSON.stringify(member)}`;
}

type Take = (member: string, value: string, path: string) => void;

function visit(value: unknown, path: string, take: Take): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [member, inner] of Object.entries(value)) {
    const at = `${path}${jqStep(value, member)}`;
    if (typeof inner === 'string' && inner !== '' && isChosen(member, path)) take(member, inner, at);
    else visit(inner, at, take);
  }
}

function isChosen(member: string, path: string): boolean {
  return member === 'resourceVersion' || member === 'uid' || (member === 'name' && path.endsWith('.metadata'));
}
