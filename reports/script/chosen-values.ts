import { contentOf } from './content.ts';
import { neutralNames } from './neutral-names.ts';
import { sentText, type WireExchange } from './wire-case.ts';

/** A server-chosen value, such as a version or a generated name, and its first occurrence in a response. */
export interface ChosenValue {
  readonly value: string;
  /** The name of the member that holds it. */
  readonly member: string;
  /** Index of the exchange among those of the case. */
  readonly step: number;
  /** The path of the value in the content of the response, in jq, with neutral names. */
  readonly path: string;
  /** Name of the shell variable that holds it. */
  readonly variable: string;
}

/**
 * The versions, uids, generated names, hosts, addresses and times of creation and deletion in the responses of a case,
 * each with its first occurrence. The events of a watch come last, because another server may deliver others.
 */
export function chosenValues(exchanges: readonly WireExchange[]): ChosenValue[] {
  const neutral = neutralNames(exchanges);
  const sent = exchanges.map(sentText);
  const found = new Map<string, ChosenValue>();
  const steps = [...exchanges.entries()];
  for (const [step, exchange] of [
    ...steps.filter(([, { isWatch }]) => !isWatch),
    ...steps.filter(([, { isWatch }]) => isWatch),
  ]) {
    const known = sent.filter((_, other) => (exchanges[other]?.began ?? 0) < exchange.ended);
    visit(contentOf(exchange, neutral), '', (member, value, path) => {
      if (member === 'resourceVersion' ? value === '0' : known.some((text) => text.includes(value))) return;
      const key = isTime(member) ? `${member} ${value}` : value;
      if (found.has(key)) return;
      found.set(key, { value, member, step, path: neutral(path), variable: `v${found.size + 1}` });
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

/** Whether objects that have nothing to do with each other may share a value of that member. */
export function isTime(member: string): boolean {
  return member.endsWith('Timestamp');
}

const CHOSEN = new Set([
  'resourceVersion',
  'uid',
  'nodeName',
  'hostIP',
  'podIP',
  'creationTimestamp',
  'deletionTimestamp',
]);

function isChosen(member: string, path: string): boolean {
  return CHOSEN.has(member) || (member === 'name' && path.endsWith('.metadata'));
}
