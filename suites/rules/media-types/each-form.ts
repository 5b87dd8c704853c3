import type { CallStep } from '../../program/program.ts';
import { exercise, type Extra, minimalObject, OWN_OBJECTS, resourceOf, stepsOn } from '../cases.ts';
import type { Operation, Program } from '../rule.ts';
import { watchBy } from '../watch/watch-steps.ts';

/** A form of a call: its media types, the body if the form needs another one, and, except for watches, its query. */
export type RequestForm = Pick<Extra, 'accept' | 'contentType' | 'body' | 'query'>;

/** Sends one operation once in each form. */
export function inEachForm(operation: Operation, forms: readonly RequestForm[]): Program {
  const sent = formAfterForm(operation, forms);
  // The read after a PUT shows whether a controller had replaced the version that it names.
  return operation.method === 'PUT' ? [...sent, stepsOn(resourceOf(operation)).get('{{a}}')] : sent;
}

function formAfterForm(operation: Operation, forms: readonly RequestForm[]): Program {
  if (operation.verb === 'discover') return together(forms.map((form) => exercise(operation, form)));
  if (operation.response === 'WatchEvent') return watchInEachForm(operation, forms);
  const apart = forms.map((form, index) => exercise(operation, form, `{{${NAMES[index]}}}`));
  if (operation.verb === 'create' || operation.verb === 'delete') return together(apart);
  if (operation.verb === 'deleteCollection') return apart.flat();
  const calls = forms.map((form) => exercise(operation, form).slice(1));
  if (operation.method !== 'GET') return [makeFirst(operation), ...calls.flat()];
  // A faulty cache that ignores `Accept` serves the first response to all later requests: the first form goes alone.
  const [first = [], ...others] = calls;
  return [makeFirst(operation), ...first, ...together(others)];
}

/**
 * Sends the operation in each form, and then reads the result of each create, PUT and PATCH in JSON, which must be
 * equal.
 */
export function inEachFormAndRead(operation: Operation, forms: readonly RequestForm[]): Program {
  const sent = formAfterForm(operation, forms);
  if (operation.resource === undefined) return sent;
  const on = stepsOn(resourceOf(operation));
  if (operation.verb === 'create') return [...sent, on.list({ query: OWN_OBJECTS })];
  if (operation.method !== 'PUT' && operation.method !== 'PATCH') return sent;
  return sent.flatMap((step) =>
    step.do === 'call' && step.verb === operation.verb ? [step, on.get('{{a}}')] : [step],
  );
}

function makeFirst(operation: Operation): CallStep {
  const on = stepsOn(resourceOf(operation));
  return on.create(minimalObject(on.maker, '{{a}}'));
}

/** Names of objects: one for each form. */
const NAMES = 'abcdefghij';

function together(branches: readonly Program[]): Program {
  return [{ do: 'together', branches }];
}

/** How long to wait for the first event of a watch, in milliseconds: only the head of the response is judged. */
const FIRST_EVENT_MS = 200;

function watchInEachForm(operation: Operation, forms: readonly RequestForm[]): Program {
  const branches = forms.map(({ accept, contentType }, index): Program => {
    const as = `watch-${index}`;
    const header = {
      ...(accept === undefined ? {} : { accept }),
      ...(contentType === undefined ? {} : { contentType }),
    };
    return [
      { ...watchBy(operation, as), ...header },
      { do: 'await', watch: as, until: { events: 1 }, within: FIRST_EVENT_MS },
      { do: 'close', watch: as },
    ];
  });
  return [makeFirst(operation), ...together(branches)];
}
