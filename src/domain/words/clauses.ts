/** The parts of a text between its signs: a phrase never crosses two of them. */
export function clausesOf(text: string): Array<string> {
  return text.split(/[.!?;:,()؟،؛](?=\s|$)|[。！？；：，、।]|\s[–—-]\s|[–—"“”]/)
}
