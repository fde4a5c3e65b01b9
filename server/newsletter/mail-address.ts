/** An address with the name that mail programs show. */
export interface MailAddress {
  name: string
  address: string
}
