import type { Resource } from '../../spec/surface/resources.ts';
import type { NamespaceSlot, Program, QueryTemplate, Step } from '../program/program.ts';
import { stepsOn } from '../rules/steps.ts';
import { awaitObject, versionOf } from '../rules/write-and-read.ts';
import { locks, relabelled, smallChanges } from './tour/changes.ts';
import { forms } from './tour/forms.ts';
import { afterRefusals, fromNothing, heldAndFree, namesakes } from './tour/lives.ts';
import { make, type Story } from './tour/place.ts';
import { statuses } from './tour/statuses.ts';
import { templates } from './tour/templates.ts';
import { watched } from './tour/watched.ts';

const STORIES: readonly Story[] = [
  fromNothing,
  afterRefusals,
  heldAndFree,
  namesakes,
  relabelled,
  smallChanges,
  locks,
  templates,
  statuses,
  forms,
];

/**
 * Every story on a resource, in a fixed order: sequences that a server with caches, indexes or shared variables gets
 * wrong, and that chance seldom brings about. Watches of the collection and of a selection are open in turn, two
 * at most: a server may have few connections.
 */
export function tourOf(resource: Resource, place: NamespaceSlot = 'ns1', beside: NamespaceSlot = 'ns11'): Program {
  const [on, far] = [stepsOn(resource, place), stepsOn(resource, beside)];
  const as = (name: string): string => `${resource.id} tour ${name}`;
  const [all, selected, fromEmpty, again] = ['all', 'selected', 'from nothing', 'again'].map(as) as [
    string,
    string,
    string,
    string,
  ];
  const from = (list: string): QueryTemplate => ({ resourceVersion: versionOf(as(list)) });
  const close = (watch: string): Step => ({ do: 'close', watch });
  return [
    on.list(),
    // Characters of several bytes, and a word that YAML takes for none, in every list.
    make(on, '{{tour-beside}}', { annotations: { words: 'äöü ß € 漢字 🦄', none: 'null' } }),
    on.list({ as: as('list') }),
    on.list({ as: as('empty'), query: { labelSelector: 'tour=nothing' } }),
    on.watchList(all, { query: from('list') }),
    on.watchList(selected, { query: { labelSelector: 'tour in (one,two),ready!=no', ...from('list') } }),
    on.list({ query: from('list') }),
    ...watched({ on, far, as }),
    make(on, '{{tour-on}}', { labels: { tour: 'one' } }),
    awaitObject(selected, '{{tour-on}}'),
    close(selected),
    on.list({ query: from('empty') }),
    on.watchList(fromEmpty, { query: from('empty') }),
    ...STORIES.flatMap((story) => story({ on, far, as })),
    make(on, '{{tour-end}}'),
    ...[all, fromEmpty].flatMap((watch) => [awaitObject(watch, '{{tour-end}}'), close(watch)]),
    on.watchList(again, { query: from('list') }),
    awaitObject(again, '{{tour-end}}'),
    close(again),
    on.list(),
  ];
}
