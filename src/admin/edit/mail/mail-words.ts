import { counted, groupedNumber } from '#domain/count-words.ts'
import type { StartedSending } from '#domain/sending.ts'

export const subscribersOf = (count: number) => counted(count, 'subscriber', 'subscribers')

/** Progress of a sending in one line. */
export function progressLine({ sent, total }: StartedSending): string {
  return `${groupedNumber(sent)} of ${groupedNumber(total)} sent`
}

/** One line for each other result; none when everybody got the mail. */
export function restLines({ left, refused, unsure, gone }: StartedSending): Array<string> {
  const lines = [
    left > 0 && `${groupedNumber(left)} still to come`,
    gone > 0 && `${groupedNumber(gone)} unsubscribed before it was their turn`,
    refused > 0 && `${groupedNumber(refused)} refused by the mail server`,
    unsure > 0 && `${groupedNumber(unsure)} unsure: the mail may have arrived, so it is not sent again`,
  ]
  return lines.filter((line) => line !== false)
}
