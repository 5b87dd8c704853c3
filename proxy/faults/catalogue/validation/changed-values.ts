import { containersOf, objectAt, walk } from '../../bend.ts';
import type { Bendable, Fault } from '../../fault.ts';
import { faults } from '../../named.ts';
import { BODIED, membersOf, sending } from '../../ways.ts';

/** Reads the decimal digits of file modes as octal ones. */
function readModesAsOctal(body: Bendable): void {
  walk(body, (inner) => {
    for (const member of ['defaultMode', 'mode']) {
      const mode = inner[member];
      if (typeof mode === 'number' && /^[0-7]{2,3}$/.test(String(mode)))
        inner[member] = Number.parseInt(String(mode), 8);
    }
  });
}

const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

/** Puts preferred terms of an affinity in the order of their weights. */
function sortPreferredTerms(body: Bendable): void {
  walk(body, (inner) => {
    if (!Array.isArray(inner[PREFERRED])) return;
    const terms = membersOf(inner, PREFERRED);
    inner[PREFERRED] = terms.sort((one, other) => Number(other['weight']) - Number(one['weight']));
  });
}

/** Replaces the names of ports in probes by their numbers. */
function resolvePortsOfProbes(body: Bendable): void {
  for (const container of containersOf(body)) {
    const numbers = new Map(membersOf(container, 'ports').map((port) => [port['name'], port['containerPort']]));
    for (const probe of ['livenessProbe', 'readinessProbe'])
      for (const action of ['httpGet', 'tcpSocket']) {
        const asked = objectAt(container, probe, action);
        if (asked !== undefined && typeof asked['port'] === 'string' && numbers.has(asked['port']))
          asked['port'] = numbers.get(asked['port']);
      }
  }
}

/** Faults of creates and PUTs that store other values of legal members than were sent. */
export const CHANGED_VALUES: readonly Fault[] = faults({
  'file-modes-are-read-as-octal': {
    summary: 'a create reads the decimal digits of defaultMode and mode as octal ones, so 420 is stored as 272',
    caughtBy: 'validation/full-objects-are-stored',
    hooks: sending('create', readModesAsOctal),
  },
  'preferred-terms-are-sorted-by-weight': {
    summary: 'creates and PUTs store the preferred terms of an affinity in the order of their weights, highest first',
    caughtBy: 'validation/full-objects-are-stored',
    hooks: sending(BODIED, sortPreferredTerms),
  },
  'named-ports-of-probes-become-numbers': {
    summary: 'creates and PUTs replace the name of a port of the container in a probe by the number of that port',
    caughtBy: 'validation/full-objects-are-stored',
    hooks: sending(BODIED, resolvePortsOfProbes),
  },
});
