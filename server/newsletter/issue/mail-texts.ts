import type { TextsOf } from '#domain/site/text-of.ts'
import type { TextKey } from '#domain/site/texts/en.ts'

/** What mails say beside the texts of their issue. */
export type MailTextOf = TextsOf<TextKey>
