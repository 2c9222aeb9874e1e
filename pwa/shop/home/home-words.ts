/** The home page, from top to bottom. */

export const announcements = 'Announcements'
export const deliveriesStart = (day: string) => `DELIVERIES START ON ${day.toUpperCase()}`
export const play = 'Play announcements'
export const pause = 'Pause announcements'

export const shopAll = 'Shop all'

export const entrances = 'Shop by department'

export const unread = 'We couldn’t load the products.'
export const fillsItself = 'Check the network. This page reloads by itself.'

export const categories = 'Categories'
export const allCollections = 'All collections'
export const newArrivals = 'New arrivals'
export const allNew = 'All new'
export const promotions = 'Promotions'
export const explore = 'Explore'
export const mostViewed = 'Most viewed'

export const whatIsNew = 'New arrivals'
export const whatIsViewed = 'The most viewed products'
export const theCategories = 'The categories'
