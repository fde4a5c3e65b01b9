import { LinkPage, type MailLink } from '../../../site/subscribe/link-page.tsx'

export default function Page(link: MailLink) {
  return <LinkPage name="confirm" {...link} />
}
