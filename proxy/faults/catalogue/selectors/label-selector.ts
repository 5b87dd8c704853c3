import { objectAt, walk } from '../../bend.ts';
import type { Bendable, Fault, FaultyRequest } from '../../fault.ts';

/** Hooks that rewrite the label selector of every request that has one. */
export function selector(
  rewrite: (selector: string) => string | undefined,
  only: (request: FaultyRequest) => boolean = () => true,
): Fault['hooks'] {
  return () => ({
    request: (request) => {
      const given = request.query.get('labelSelector');
      if (given === null || !only(request)) return;
      const rewritten = rewrite(given);
      if (rewritten === undefined) request.query.delete('labelSelector');
      else request.query.set('labelSelector', rewritten);
    },
  });
}

/** The requirements of a selector: commas inside parentheses do not separate them. */
export function requirements(text: string): string[] {
  return text.split(/,(?![^(]*\))/);
}

/** Whether a request reads objects. */
export const reading = (request: FaultyRequest): boolean => request.method === 'GET';

/** Hooks that leave some requirements out of the selectors of reads. */
export function leavingOut(isLeftOut: (requirement: string) => boolean): Fault['hooks'] {
  return selector((text) => {
    const rest = requirements(text)
      .filter((each) => !isLeftOut(each))
      .join(',');
    return rest === '' ? undefined : rest;
  }, reading);
}

/** Whether the pod template of an object has that label. */
export function hasInTemplate(object: Bendable, key: string, value: string): boolean {
  let has = false;
  walk(object['spec'], (inner) => {
    const labels = objectAt(inner, 'template', 'metadata', 'labels');
    if (labels?.[key] === value) has = true;
  });
  return has;
}
