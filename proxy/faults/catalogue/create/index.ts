import type { Fault } from '../../fault.ts';
import { WORKLOAD_MEMBERS } from './workload-members.ts';
import { BASICS } from './basics.ts';
import { DEFAULTS } from './defaults.ts';
import { DEPENDENT_DEFAULTS } from './dependent-defaults.ts';
import { FORMER_LIVES } from './former-lives.ts';
import { IDENTITY } from './identity.ts';
import { KEYS } from './keys.ts';
import { LISTS_AND_NAMES } from './lists-and-names.ts';
import { TEXTS } from './texts.ts';
import { LEFT_OVER } from './left-over.ts';
import { VALUES_ON_THE_WAY } from './values-on-the-way.ts';

/** Faults that rules of the family `create` find. */
export const CREATE_FAULTS: readonly Fault[] = [
  ...BASICS,
  ...DEFAULTS,
  ...DEPENDENT_DEFAULTS,
  ...IDENTITY,
  ...FORMER_LIVES,
  ...KEYS,
  ...LISTS_AND_NAMES,
  ...TEXTS,
  ...LEFT_OVER,
  ...VALUES_ON_THE_WAY,
  ...WORKLOAD_MEMBERS,
];
