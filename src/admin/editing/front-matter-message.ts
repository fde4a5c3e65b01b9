import { showToast } from '../../ui/show-toast.ts'

const mostKeys = 12

/** Says which front matter of a pasted text is not in the content. */
export function showLeftOut(keys: ReadonlyArray<string>): void {
  const more = keys.length > mostKeys ? ', …' : ''
  void showToast({
    title: 'Front matter left out',
    description: `Not part of the text: ${keys.slice(0, mostKeys).join(', ')}${more}`,
  })
}
