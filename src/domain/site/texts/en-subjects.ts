import type { Subject } from '../subject.ts'
import type { Texts } from './en.ts'

/** What a site says in place of the texts of `en.ts`, by its subject. */
export const englishOf: Readonly<Record<Subject, Partial<Texts>>> = {
  default: {},
  own: {
    articles: 'Articles',
    allArticles: 'All Articles',
    allArticlesLink: 'All articles',
    categoryTitle: '{category}',
    categoryDescription: '{title}: all articles.',
    footerFormTitle: 'Get the Newsletter',
    footerFormText: 'What is new here, by mail. Leave whenever you like.',
    sidebarFormTitle: 'Get the Newsletter',
    sidebarFormText: 'What is new here, by mail.',
    bandTitle: 'The newsletter, in your inbox',
    bandText: 'What is new here, by mail. Leave whenever you like.',
    aboutFormText: 'What is new here, by mail.',
    downloadFormTitle: 'Get Free Downloads',
    downloadFormText:
      'This file is free for readers of the newsletter. Leave your address to get it.',
    newsletterFormText: 'A link in each mail lets you leave.',
    subscriptionText: "You'll now receive our newsletter.",
    confirmText: 'One click, and {email} gets our newsletter.',
    confirmedText: "{email} is confirmed. You'll now receive our newsletter.",
    downloadsText: 'Free for readers of the newsletter. Look inside, and take what fits.',
    downloadsDescription: 'Free downloads: see what is inside, and take it.',
    aboutPack: 'About this download',
    pack: 'download',
    packs: 'downloads',
    lookInside: 'Look inside',
    searchPlaceholder: 'Search for articles and news...',
    searchDescription: 'Search all articles, news and newsletter issues.',
    pageNotFoundText: 'There is no page at this address.',
  },
}
