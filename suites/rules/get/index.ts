import type { Rule } from '../rule.ts';
import { rule as absentObjectIsRefused } from './absent-object-is-refused.rule.ts';
import { rule as answersWhatWasLastWritten } from './answers-what-was-last-written.rule.ts';
import { rule as everyViewShowsTheSameObject } from './every-view-shows-the-same-object.rule.ts';
import { rule as exactExportKeepsTheNamespace } from './exact-export-keeps-the-namespace.rule.ts';
import { rule as exportDropsTheStatus } from './export-drops-the-status.rule.ts';
import { rule as exportDropsWhatAUserCannotSpecify } from './export-drops-what-a-user-cannot-specify.rule.ts';
import { rule as exportIsForTheAnswerOnly } from './export-is-for-the-answer-only.rule.ts';
import { rule as exportKeepsWhatTheUserSpecified } from './export-keeps-what-the-user-specified.rule.ts';
import { rule as hasTheMembersOfItsKind } from './has-the-members-of-its-kind.rule.ts';
import { rule as namesItself } from './names-itself.rule.ts';
import { rule as selfLinkIsThePath } from './self-link-is-the-path.rule.ts';
import { rule as onlyAnExportIsStripped } from './only-an-export-is-stripped.rule.ts';
import { rule as takesEveryParameterOfItsSet } from './takes-every-parameter-of-its-set.rule.ts';

export const GET_RULES: readonly Rule[] = [
  absentObjectIsRefused,
  answersWhatWasLastWritten,
  everyViewShowsTheSameObject,
  exactExportKeepsTheNamespace,
  exportDropsTheStatus,
  exportDropsWhatAUserCannotSpecify,
  exportIsForTheAnswerOnly,
  exportKeepsWhatTheUserSpecified,
  hasTheMembersOfItsKind,
  namesItself,
  selfLinkIsThePath,
  onlyAnExportIsStripped,
  takesEveryParameterOfItsSet,
];
