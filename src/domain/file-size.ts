import { type TextsOf, textsOf } from './site/text-of.ts'
import { type FormTextKey, formEnglish } from './site/texts/en-forms.ts'

const english = textsOf<FormTextKey>({}, formEnglish)

/** A number of bytes as a label: '812 bytes', '24 KB', '1.4 MB', '2.1 GB'. */
export function fileSizeLabel(bytes: number, text: TextsOf<FormTextKey> = english): string {
  if (bytes < 1000) return text('bytes', { count: bytes })
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} KB`
  const tenths = (count: number) => count.toFixed(1).replace('.', text('decimalMark'))
  return bytes < 999_950_000
    ? `${tenths(bytes / 1_000_000)} MB`
    : `${tenths(bytes / 1_000_000_000)} GB`
}
