import { formEnglish } from './en-forms.ts'
import { partEnglish } from './en-parts.ts'
import type { ServerTextKey } from './en-server.ts'

/**
 * The texts of the public pages in the words of the specification. A word in braces stands for a
 * value.
 */
export const english = {
  ...formEnglish,
  ...partEnglish,
  // Names of the sections, in menus, breadcrumbs and headings.
  home: 'Home',
  articles: 'Tips & Tricks',
  allArticles: 'All Tips & Tricks',
  allArticlesLink: 'All tips & tricks',
  news: 'News',
  newsCategory: 'news',
  newsletter: 'Newsletter',
  newsletters: 'Newsletters',
  downloads: 'Free Downloads',
  downloadsLink: 'Free downloads',
  search: 'Search',
  saved: 'Saved',
  about: 'About',
  privacy: 'Privacy Policy',
  terms: 'Terms of Service',
  cookies: 'Cookie Policy',
  admin: 'Admin',
  menu: 'Menu',
  mainMenu: 'Main',
  skip: 'Skip to content',
  breadcrumb: 'Breadcrumb',
  darkTheme: 'Dark theme',
  quickLinks: 'Quick Links',
  categories: 'Categories',
  allCategories: 'All categories',
  sidebar: 'Sidebar',
  pages: 'Pages',
  page: 'Page {number}',
  previous: 'Previous',
  next: 'Next',
  pagedTitle: '{title}, page {number}',

  // Home page.
  featured: 'Featured articles',
  carousel: 'carousel',
  oneSlide: 'slide',
  slide: '{number} of {count}',
  slideTo: 'Slide {number}: {title}',
  hearDifference: 'Hear the difference',
  allComparisons: 'All comparisons',
  comparisonsIntro: 'One sound, two or more ways: press a choice and switch while it plays.',
  latestArticles: 'Latest articles',
  latestNews: 'Latest news',
  allNews: 'All news',
  noArticles: 'No articles yet',

  // Lists and items.
  categoryTitle: '{category} Tips',
  categoryDescription:
    '{title} for Ableton Live: techniques with the settings to dial in and the reasons behind them.',
  emptyCategory: 'No articles available in this category',
  noNews: 'No news yet',
  noIssues: 'No issues yet',
  noDownloads: 'No downloads yet',
  article: 'article',
  articlesCounted: 'articles',
  tags: 'Tags',
  level: 'Level',
  version: 'Version',
  readingTime: 'Reading time',
  minutes: '{minutes} min read',
  published: 'Published',
  lastChanged: 'Last changed',
  related: 'Related articles',
  onThisPage: 'On this page',
  part: 'Part {number} of {count}',
  partOfSeries: 'Part {number} of {count} of the series',
  allParts: 'All {count} parts',
  nextPart: 'Next part',
  previousPart: 'Previous part',
  by: 'By',
  and: 'and',
  authoredOne: 'text',
  authoredSeveral: 'texts',
  authorDescription: 'What {name} wrote for {site}.',
  elsewhere: '{name} elsewhere',
  nothingPublished: 'Nothing is published yet.',
  share: 'Share',
  save: 'Save',
  yes: 'Yes',
  no: 'No',
  withSound: 'With sound',
  filters: 'Filters',
  startHere: 'Start here',
  backToNews: 'Back to News',
  backToNewsletters: 'Back to Newsletters',
  issue: 'Issue #{number}',
  issueTitle: '{title} (issue #{number})',
  issueDescription: 'Issue #{number} of the newsletter.',
  newsletterIssue: 'Newsletter issue #{number}',
  sharedIssue: 'Newsletter · Issue {number}',
  readIssue: 'Read issue #{number}',
  moreIssues: 'More issues',
  previousIssue: 'Previous: issue #{number}',
  nextIssue: 'Next: issue #{number}',

  // Forms.
  footerFormTitle: 'Get Ableton Racks',
  footerFormText: 'Free packs and one technique a week. No more than one mail a week.',
  sidebarFormTitle: 'Get Weekly Tips',
  sidebarFormText: 'One technique a week, with the settings to dial in.',
  bandTitle: 'One technique a week, in your inbox',
  bandText:
    'One technique with its settings, what changed in Live, and something to try. Leave whenever you like.',
  aboutFormTitle: 'Read along',
  aboutFormText: 'One technique a week, with the settings and the why.',
  newsletterFormTitle: 'Get the next issue',
  newsletterFormText: 'One mail a week, and a link in each to leave.',
  downloadFormText:
    'This file is free for readers of the weekly newsletter. Leave your address to get it.',

  // The ends of a subscription.
  confirmTitle: 'Confirm your subscription',
  confirmText: 'One click, and {email} gets one technique a week, with the settings and the why.',
  confirm: 'Confirm',
  confirmedTitle: 'You are on the list',
  confirmedText: "{email} is confirmed. You'll now receive our weekly tips and tricks.",
  yourAddress: 'Your address',

  // Other pages behind links in mails.
  linkOldTitle: 'This link is too old',
  linkOldText:
    'It worked for 30 days, or until you left the list. Leave your address once more and a new one comes.',
  linkBrokenTitle: 'This link is not whole',
  linkBrokenText:
    'Perhaps your mail program has cut it off. Copy the whole link from the foot of a mail and open it again.',
  linkBrokenFormText:
    'Perhaps your mail program has cut it off. Copy the whole link from the mail, or leave your address once more.',
  leaveTitle: 'Leave the newsletter?',
  leaveText: '{email} will get no more mails from us. Nothing else is needed.',
  leave: 'Unsubscribe',
  leaveAll: 'Unsubscribe from everything',
  leftTitle: 'You are unsubscribed',
  leftText: '{email} gets no more mails from us. Was it a mistake? You can come back at any time.',
  topicsPage: 'Your topics',
  topicsTitle: 'What would you like to get?',
  topicsSaved: 'Your topics are saved',
  topicsText:
    'Issues for everybody reach {email} in any case. An issue about one topic or for one level comes only if you chose that one, or chose nothing at all.',
  topics: 'Topics',
  levels: 'Levels',
  saveTopics: 'Save',
  noMailsTitle: 'You get no mails from us',
  noMailsText:
    '{email} is not subscribed, so there is nothing to choose. You can come back at any time.',
  notNow: 'Not now',
  readNewest: 'Read the newest issue: {title}',
  downloadHours: 'The link is good for 24 hours.',
  downloadExpired: 'This download link has expired',
  downloadExpiredText:
    'A link is good for 24 hours. Leave your address again and you get a new one.',
  downloadForged: 'This download link does not work',
  downloadForgedText:
    'It is not complete, or it belongs to another file. Leave your address and you get one that works.',
  draftEnded: 'This Link Has Ended',
  draftEndedText:
    'It led to a page that is not published yet. Ask the person who sent it to you for a new one.',

  // Above a page that is not public.
  notPublic: 'Not public',
  draftPage: 'Draft',
  scheduledPage: 'Scheduled',
  sharedUntil:
    'This page is not published yet, and may change. It was shared with you until {time} ({zone}).',
  shownFrom: 'Visitors see this page from {time} ({zone}) on.',
  administratorsOnly: 'Only signed-in administrators see this page.',
  openInEditor: 'Open in Editor',
  edit: 'Edit',

  // What visitors saved in their browser.
  savedText:
    'Articles and news that you saved. The list, and what is kept to be read offline, stay in this browser only.',
  savedNoScript: 'The list is kept by a script in your browser, and scripts are off.',
  savedOffline: 'You are offline. What is marked below can be read all the same.',
  nothingSaved: 'Nothing saved yet',
  findToSave: 'Find something to read',
  readableOffline: 'Readable offline',
  notReadableOffline: 'Not readable offline',
  remove: 'Remove',
  removeNamed: 'Remove {title}',
  removedNamed: 'Removed: {title}',
  keptHere: 'Kept in this browser',
  keptOffline: 'Kept for reading offline',
  removed: 'Removed',
  linkCopied: 'Link copied',
  offlineTitle: 'You are offline',
  offlineText:
    'The site can’t be reached just now, and this page is not kept in your browser. What you saved can be read without a network.',
  savedArticles: 'Saved articles',
  loadAgain: 'Try again',

  // Downloads.
  file: 'file',
  files: 'files',
  packKind: 'Kind',
  packInside: 'Inside',
  packSize: 'Size',
  packTempo: 'Tempo',
  packKey: 'Key',
  packTaken: 'Taken',
  otherFile: 'other',
  otherFiles: 'others',
  moreFile: 'and {count} more file',
  moreFiles: 'and {count} more files',
  downloadsText:
    'Sounds and clips for your own music, free for readers of the weekly newsletter. Listen, look inside, and take what fits.',
  downloadsDescription:
    'Free sounds, one-shots and MIDI clips for Ableton Live: listen to each pack, see what is inside, and take it.',
  pack: 'pack',
  packs: 'packs',
  aboutPack: 'About this pack',
  packForArticle: 'Free download for this article',
  whatIsInside: 'What is inside',
  lookInside: 'Listen and look inside',

  // Search.
  searchPlaceholder: 'Search for tips, articles, and news...',
  searchPrompt: 'Start typing to search...',
  searching: 'Searching...',
  searchFailed: 'Search failed',
  oneResult: '{count} result',
  manyResults: '{count} results',
  oneResultFor: '{count} result for "{term}"',
  manyResultsFor: '{count} results for "{term}"',
  correctedTo: 'Showing results for {term}.',
  searchLiterally: 'Search for {term} instead',
  foundDevices: 'Devices',
  foundIn: 'In {titles}',
  nothingFound: 'No results found for "{term}"',
  searchDescription: 'Search all tips, news and newsletter issues.',
  browse: 'Browse by category',
  nearestTopics: 'Nearest topics',
  newIn: 'New in {category}',
  newArticles: 'New articles',
  foundArticles: 'Articles',
  foundPages: 'Pages',
  foundDownloads: 'Downloads',

  // Pages that are not there.
  articleNotFound: 'Article Not Found',
  articleNotFoundText: 'There is no article at this address. It may have been moved or taken down.',
  newsNotFound: 'News Item Not Found',
  newsNotFoundText: 'There is no news item at this address. It may have been moved or taken down.',
  newsletterNotFound: 'Newsletter Not Found',
  newsletterNotFoundText: 'There is no newsletter issue at this address.',
  pageNotFound: '404 Page Not Found',
  pageNotFoundText: 'Did you forget to add the page to the router?',
  adminOnly: 'Admin Access Only',
  adminOnlyText:
    'The login area is restricted to administrators. Everything else on this site is open to everyone.',
  invitationEnded:
    'This invitation has expired or was used already. Ask an administrator for a new one.',
  adminLogin: 'Admin Login',
  pageFailed: 'Something went wrong',
  pageFailedText: 'The page could not be made just now. Please try again in a moment.',

  // Ages of dates in lists.
  thisWeek: 'This week',
  lastWeek: 'Last week',
  thisMonth: 'This month',
  lastMonth: 'Last month',
  twoMonthsAgo: 'Two months ago',
  monthsAgo: '{count} months ago',
  thisYear: 'This year',
  lastYear: 'Last year',
  yearsAgo: '{count} years ago',
} as const

/** The texts that pages and their scripts can say. */
export type PageTextKey = keyof typeof english
export type TextKey = PageTextKey | ServerTextKey
/** A language: every text of the public site. */
export type Texts = Readonly<Record<TextKey, string>>
