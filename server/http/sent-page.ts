/** A rendered page, ready to send. */
export interface SentPage {
  status: number
  html: string
}
