import { describe, expect, test } from 'vitest';
import { readAddress } from '../../../src/planner/prompt/address.ts';

describe('an address in one go', () => {
  test.each([
    ['12 Quay Rd, Port Hall, ME 04101, US', ['12 Quay Rd', 'Port Hall', '04101', 'ME', 'US']],
    ['12 Quay Rd, Apt 4, Port Hall, ME 04101', ['12 Quay Rd, Apt 4', 'Port Hall', '04101', 'ME', null]],
    ['Hafenweg 5, 20457 Hamburg, Germany', ['Hafenweg 5', 'Hamburg', '20457', null, 'Germany']],
    ['7 Mill Lane, London SW1A 2AA', ['7 Mill Lane', 'London', 'SW1A 2AA', null, null]],
    [
      '7 Mill Lane, Leeds, LS1 4DY, United Kingdom',
      ['7 Mill Lane', 'Leeds', 'LS1 4DY', null, 'United Kingdom'],
    ],
  ])('%s has its parts', (text, [street, city, postCode, region, country]) => {
    expect(readAddress(text)).toEqual({ street, city, postCode, region, country });
  });

  test.each([
    'Port Hall',
    '12 Quay Rd',
    'Sanofi, Berlin',
    'red, green, 12 blue',
    'a, b, c',
    '10, 20, 30',
    '',
  ])('“%s” is none', (text) => expect(readAddress(text)).toBeNull());
});
