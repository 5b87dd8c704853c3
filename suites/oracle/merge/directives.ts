/** Whether a member of a strategic merge patch is a directive, which nobody stores: `$patch`, `$setElementOrder/ports`. */
export function isDirective(name: string): boolean {
  return name.startsWith('$');
}
