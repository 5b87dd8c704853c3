/** RFC 3339, 5.6: the letters may be in lower case. */
const RFC_3339 = /^\d{4}-\d\d-\d\dt\d\d:\d\d:\d\d(?:\.\d+)?(?:z|[-+]\d\d:\d\d)$/i;

/** Whether a text is a time in the form of RFC 3339: `2006-01-02T15:04:05Z`, `2006-01-02t17:04:05.000+02:00`. */
export function isTime(text: string): boolean {
  return RFC_3339.test(text) && !Number.isNaN(Date.parse(text));
}
