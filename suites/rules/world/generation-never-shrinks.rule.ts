import { NO_GENERATION } from '../../checks/write/versions.ts';
import { identifyingMember } from '../../generators/changes.ts';
import { nest } from '../../generators/nest.ts';
import { at } from '../../oracle/json.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { minimalObject, resourceOf, stepsOn } from '../cases.ts';
import { generationCarriers } from '../generation-carriers.ts';
import { held, observed, violated } from '../judging.ts';
import type { Finding, History, Program, Resource, Rule } from '../rule.ts';
import { READS, WALKED, walkFor } from './world-walks.ts';

export const rule: Rule = {
  id: 'world/generation-never-shrinks',
  level: 'must',
  title: 'The generation of an object never decreases.',
  cites: ['object-metadata.generation.1'],
  operations: READS.filter((operation) => generationCarriers(resourceOf(operation))),
  needs: WALKED,
  cases: (operation) => walkFor(operation, 12, grown),
  check,
  least: 2,
};

/**
 * An object whose generation has grown, then a change that does not affect it, and one that sends the initial
 * generation.
 */
function grown(resource: Resource): Program {
  const on = stepsOn(resource);
  const { path, value } = identifyingMember(resource, 'grown');
  return [
    on.create(minimalObject(on.maker, '{{grown}}')),
    on.patch('{{grown}}', nest(path, value)),
    on.get('{{grown}}'),
    on.patch('{{grown}}', { metadata: { labels: { grown: 'yes' } } }),
    on.get('{{grown}}'),
    on.patch('{{grown}}', { metadata: { generation: 1 } }),
    on.get('{{grown}}'),
  ];
}

function* check(history: History): Iterable<Finding> {
  const observedState = observedStateOf(history);
  for (const key of observedState.keys) {
    const reads = observedState.observationsOf(key).filter(({ began, source }) => began > 0 && source !== 'delete');
    const carries = reads.some(({ content }) => at(content, 'metadata', 'generation') !== undefined);
    for (const [index, read] of reads.entries()) {
      if (!carries && generationCarriers(read.gvr)) yield observed(read.exchange, NO_GENERATION);
      const generation = at(read.content, 'metadata', 'generation');
      const before = reads
        .slice(0, index)
        .filter(({ ended, uid }) => ended < read.began && uid === read.uid)
        .map(({ content }) => at(content, 'metadata', 'generation'));
      const most = Math.max(0, ...before.filter((each) => typeof each === 'number'));
      if (typeof generation !== 'number' || most === 0) continue;
      if (generation >= most) yield held(read.exchange, generation > most ? 'grown' : 'the same');
      else
        yield violated(read.exchange, `/metadata/generation at least ${most}`, `${generation}`, 'generation shrinks');
    }
  }
}
