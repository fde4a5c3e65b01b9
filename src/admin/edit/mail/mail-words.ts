import type { BegunSending } from '#domain/sending.ts'

const number = new Intl.NumberFormat('en-US')

export const subscribersOf = (count: number) => `${number.format(count)} ${count === 1 ? 'subscriber' : 'subscribers'}`

/** How far a sending is, in one line. */
export function progressLine({ sent, total }: BegunSending): string {
  return `${number.format(sent)} of ${number.format(total)} sent`
}

/** What is there besides those who got it; nothing where all did. */
export function restLines({ left, refused, unsure, gone }: BegunSending): Array<string> {
  const lines = [
    left > 0 && `${number.format(left)} still to come`,
    gone > 0 && `${number.format(gone)} unsubscribed before it was their turn`,
    refused > 0 && `${number.format(refused)} refused by the mail server`,
    unsure > 0 && `${number.format(unsure)} unsure: the mail may have arrived, so it is not sent again`,
  ]
  return lines.filter((line) => line !== false)
}
