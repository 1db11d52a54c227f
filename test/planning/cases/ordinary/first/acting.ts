import type { PlanningCase } from '../../../expectation.ts';

const boots = 'fixture/trail-boots/index.html';
const shop = 'fixture/shop/index.html';
const modern = 'template/modern-business';

/** Prompts that ask for an action, then for a film of the whole page, then for a film with a limit. */
export const acting: PlanningCase[] = [
  {
    page: 'fixture/planner-saas/index.html',
    prompt: 'Switch the pricing to yearly',
    expect: { acts: ['?click Pricing', 'click Yearly|click Bill me yearly'] },
  },
  {
    page: 'fixture/stackline/index.html',
    prompt: 'open the FAQ and show whether there is a free trial',
    expect: { acts: ['click Is there a free trial?*'] },
  },
  {
    page: shop,
    prompt: 'just add the morning cup to the cart',
    expect: { acts: ['click Add Morning cup to cart', '?click Cart*'] },
  },
  { page: shop, prompt: 'Sort by price, lowest first', expect: { acts: ['change Sort by* = cheap'] } },
  {
    page: shop,
    prompt: 'filter for bowls in moss',
    expect: { acts: ['click Bowls', 'click Moss'] },
  },
  {
    page: boots,
    prompt: 'pick the slate colour in size 8 and add it to the bag',
    expect: { acts: ['click Slate', 'change Size* = 8', 'click Add to bag', '?click Bag*'] },
  },
  {
    page: boots,
    prompt: 'Open the size guide',
    expect: { acts: ['click Size guide', '?click Close'] },
  },
  {
    page: `${modern}/index.html`,
    prompt: 'Sign up for the newsletter',
    expect: { acts: ['change Email address* = *@*', 'click Sign up'] },
  },
  {
    page: 'template/landing-page/index.html',
    prompt: 'sign up with jane@example.com',
    expect: { acts: ['?click Sign Up', 'change Email Address* = jane@example.com', '?click Submit'] },
  },
  {
    page: 'fixture/conference/index.html',
    prompt: "show Thursday's programme",
    expect: { sections: ['Three days, one track'], acts: ['?click Programme', 'click Thursday'] },
  },
  {
    page: 'fixture/helpdesk/index.html',
    prompt: 'create a new ticket',
    expect: {
      acts: [
        'click New ticket',
        '?change Subject = *',
        '?change Customer email = *',
        '?change Priority = *',
        '?change Description = *',
        '?click Create ticket',
      ],
    },
  },
  {
    page: 'fixture/farebox/index.html',
    prompt: 'show only the failed payments',
    expect: { acts: ['change Status = failed'] },
  },
  {
    page: 'fixture/open-roles/index.html',
    prompt: 'save the product designer job',
    expect: { acts: ['click Save job@5'] },
  },
  {
    page: `${modern}/contact.html`,
    prompt: 'Fill in the contact form as Anna Berg, anna@example.com',
    expect: {
      acts: [
        'change Full name = Anna Berg',
        'change Email address = anna@example.com',
        '?change Phone number = *',
        '?change Message = *',
        '?click Submit',
      ],
    },
  },
  {
    page: 'fixture/api-docs/index.html',
    prompt: 'Show the Python example',
    expect: { acts: ['?click Authentication', 'click Python'] },
  },
  {
    page: 'template/new-age/index.html',
    prompt: 'open the feedback form',
    expect: {
      acts: ['click Send Feedback', '?change Full name = *', '?change Email address = *', '?change * = *'],
    },
  },
  {
    page: 'template/sb-admin/layout-static.html',
    prompt: 'open the Layouts menu and go to Light Sidenav',
    expect: { acts: ['click Layouts', 'click Light Sidenav'] },
  },
  {
    page: 'fixture/planner-maze/booking.html',
    prompt: 'show the refund policy and work out my refund',
    expect: { sections: ['Refund policy'], acts: ['click Work out my refund'] },
  },
  {
    page: 'template/sb-admin/404.html',
    prompt: 'go back to the dashboard',
    expect: { acts: ['click Return to Dashboard'] },
  },

  {
    page: 'template/new-age/index.html',
    prompt: 'make a 10 second teaser for the app',
    expect: { sections: ['Showcase your app*', '*'], besides: true, acts: ['?click *'] },
  },
  {
    page: 'fixture/stackline/index.html',
    prompt: 'Show why on-call teams should use it',
    expect: {
      sections: ['Everything after the alarm|Loved by on-call teams|How it works'],
      besides: true,
      acts: ['?click *', '?click *', '?click *'],
    },
  },
  {
    page: 'template/creative/index.html',
    prompt: 'Fais une visite rapide de la page',
    seconds: 30,
    expect: { sections: ['Your Favorite Place*', '*', '*'], besides: true, acts: ['?click *', '?click *'] },
  },
  {
    page: 'fixture/drive-shop/index.html',
    prompt: 'give me a quick overview of what Kiln does',
    expect: {
      sections: ['Every kiln*', 'Firing log|Members|Glaze library|features'],
      besides: true,
      acts: ['?click *', '?click *'],
    },
  },
  {
    page: 'fixture/planner-maze/index.html',
    prompt: 'a short intro to this company',
    seconds: 5,
    expect: { sections: ['Walks that begin at a station'], besides: true, acts: ['?click *'] },
  },

  {
    page: 'fixture/planner-saas/index.html',
    prompt: 'Only the pricing, please',
    seconds: 5,
    expect: {
      sections: ['Simple pricing|Pick a plan'],
      not: ['What harbour masters say', 'Frequently asked questions', 'Everything on one quay'],
      acts: ['?click Pricing', '?click Yearly'],
    },
  },
  {
    page: 'template/agency/index.html',
    prompt: 'show the whole page but leave out the contact form',
    seconds: 30,
    expect: { sections: ['*', '*', '*'], not: ['Contact us'], besides: true, acts: ['?click *', '?click *'] },
  },
];
