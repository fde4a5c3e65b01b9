/** A text by its key; `values` stand in for its words in braces. */
export type TextsOf<Key extends string> = (
  key: Key,
  values?: Readonly<Record<string, string | number>>,
) => string

/** Finds texts in `own`, and in `others` those that it lacks. */
export function textsOf<Key extends string>(
  own: Readonly<Partial<Record<Key, string>>>,
  others: Readonly<Record<Key, string>>,
): TextsOf<Key> {
  return (key, values) => {
    const text: string = own[key] ?? others[key]
    return values
      ? text.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all))
      : text
  }
}
