import { at } from '../../oracle/json.ts';
import type { Finding } from '../finding.ts';
import { show, violated } from '../findings.ts';
import { isSelected } from '../selectors.ts';
import { selectorOf, type Watch } from './watches.ts';

/** The first event of a watch with a selector that shows an object which the selector does not select, if any. */
export function unselectedIn(watch: Watch): Finding | undefined {
  const shown = watch.events.find((event) => event.source === 'event' && isSelected(watch, event.content) === false);
  return shown === undefined
    ? undefined
    : violated(
        watch.exchange,
        `only what ${selectorOf(watch)} selects`,
        `${shown.type} of an object with labels ${show(at(shown.content, 'metadata', 'labels'))}`,
        'shows what is not selected',
      );
}
