/** A page of the site as a route sends it. */
export interface SentPage {
  status: number
  html: string
}
