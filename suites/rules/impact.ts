import type { Impact } from '../../shared/verdict-log/impact.ts';
import type { Family, Rule } from './rule.ts';

const OF_FAMILY: Readonly<Record<Family, Impact>> = {
  concurrency: 'data',
  'control-loops': 'content',
  create: 'content',
  delete: 'data',
  'delete-collection': 'data',
  discovery: 'form',
  get: 'content',
  list: 'content',
  'media-types': 'form',
  patch: 'content',
  replace: 'content',
  selectors: 'content',
  status: 'content',
  validation: 'content',
  watch: 'events',
  world: 'content',
};

/** The harm to clients if the rule is broken. */
export function impactOf({ id, impact }: Pick<Rule, 'id' | 'impact'>): Impact {
  return impact ?? OF_FAMILY[id.slice(0, id.indexOf('/')) as Family];
}
