import { SubscribeBox } from '../../../site/subscribe/subscribe-island.tsx'
import { TextPage, type TextPageProps } from '../../../site/text/text-page.tsx'
import { useProfile } from '../../../ui/site-profile.tsx'
import { findable } from '../../findable.tsx'

export default findable((props: TextPageProps) => (
  <TextPage {...props}>{props.page.name === 'about' && <AboutSubscribe />}</TextPage>
))

/** The subscribe form of the about page (rulings, section 6b). */
function AboutSubscribe() {
  const { text, parts } = useProfile()
  if (!parts.newsletters) return null
  return (
    <SubscribeBox
      id="about-subscribe"
      title={text('aboutFormTitle')}
      text={text('aboutFormText')}
      placement="about_page"
    />
  )
}
