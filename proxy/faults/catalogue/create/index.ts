import type { Fault } from '../../fault.ts';
import { BASICS } from './basics.ts';
import { DEFAULTS } from './defaults.ts';
import { IDENTITY } from './identity.ts';
import { CONTENTS } from './contents.ts';

/** Faults that rules of the family `create` find. */
export const CREATE_FAULTS: readonly Fault[] = [...BASICS, ...DEFAULTS, ...IDENTITY, ...CONTENTS];
