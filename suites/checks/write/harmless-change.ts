import { differences } from '../../oracle/values/comparison.ts';
import { at, type Json } from '../../oracle/json.ts';

const KEY = /^([a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;
const LABEL = /^([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$/;
const CHANGEABLE = /^\/metadata\/(labels|annotations)\//;

/** Members that clients need not send back. */
const THE_SERVERS = /^\/(status|metadata\/(selfLink|creationTimestamp|generation|uid|resourceVersion))(\/|$)/;

/**
 * Whether an object only changes in labels and annotations, to well-formed values. No server has a reason to refuse
 * it.
 */
export function isHarmlessChange(before: Json, after: Json, schema: string): boolean {
  const changed = differences(before, after, { schema });
  const [labels = [], annotations = []] = ['labels', 'annotations'].map((part) =>
    Object.entries(Object(at(after, 'metadata', part) ?? {})),
  );
  return (
    changed.some(({ path }) => CHANGEABLE.test(path)) &&
    changed.every(({ path, actual }) => CHANGEABLE.test(path) || (actual === undefined && THE_SERVERS.test(path))) &&
    [...labels, ...annotations].every(([key]) => KEY.test(key)) &&
    labels.every(([, value]) => typeof value === 'string' && LABEL.test(value)) &&
    annotations.every(([, value]) => typeof value === 'string')
  );
}
