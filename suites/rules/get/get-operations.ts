import type { Operation } from '../../../spec/surface/operations.ts';
import { OPERATIONS } from '../../../spec/surface/operations.ts';

export const GETS: readonly Operation[] = OPERATIONS.filter(({ verb }) => verb === 'get');
