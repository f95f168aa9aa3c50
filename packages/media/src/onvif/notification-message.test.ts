import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readNotifications } from './notification-message.ts';
import { readSubscriptionReference } from './subscription-reference.ts';
import { parseXml, type XmlElement } from './xml.ts';

const parsed = (text: string) => parseXml(text) as XmlElement;

describe('a notification of a camera', () => {
  it('is read with its topic, operation and items', () => {
    const body = parsed(`<s:Body xmlns:tns1="x"><tev:PullMessagesResponse>
      <wsnt:NotificationMessage>
        <wsnt:Topic Dialect="d">tns1:RuleEngine/tnsown:MyRuleDetector/PeopleDetect/.</wsnt:Topic>
        <wsnt:ProducerReference><wsa:Address>uri://x</wsa:Address></wsnt:ProducerReference>
        <wsnt:Message><tt:Message UtcTime="2026-11-17T10:00:00Z" PropertyOperation="Initialized">
          <tt:Source><tt:SimpleItem Name="Source" Value="000"/></tt:Source>
          <tt:Key><tt:SimpleItem Name="ObjectId" Value="4"/></tt:Key>
          <tt:Data><tt:SimpleItem Name="State" Value="true"/><tt:ElementItem Name="Shape"><a/></tt:ElementItem></tt:Data>
        </tt:Message></wsnt:Message>
      </wsnt:NotificationMessage>
      <wsnt:NotificationMessage><wsnt:Topic>no message</wsnt:Topic></wsnt:NotificationMessage>
    </tev:PullMessagesResponse></s:Body>`);
    expect(readNotifications(body)).toEqual([
      {
        topic: 'RuleEngine/MyRuleDetector/PeopleDetect',
        operation: 'initialized',
        source: { Source: '000' },
        key: { ObjectId: '4' },
        data: { State: 'true' },
      },
    ]);
  });

  it('has bounds', () => {
    const items = Array.from({ length: 100 }, (_, n) => `<SimpleItem Name="n${n}" Value="${'v'.repeat(1_000)}"/>`);
    const of = (topic: string) =>
      readNotifications(
        parsed(
          `<b><NotificationMessage><Topic>${topic}</Topic><Message><Message><Data>${items.join('')}</Data></Message></Message></NotificationMessage></b>`,
        ),
      );
    expect(Object.values(of('a')[0]?.data ?? {}).map((value) => value.length)).toEqual(Array(32).fill(200));
    expect(of('a'.repeat(301))).toEqual([]);
  });

  it('never fails, for any text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (topic, value) => {
        const body = parseXml(
          `<b><NotificationMessage><Topic>${topic}</Topic><Message><Data><SimpleItem Name="__proto__" Value="${value}"/></Data></Message></NotificationMessage></b>`,
        );
        if (body) readNotifications(body);
      }),
    );
  });
});

describe('the reference to a subscription', () => {
  it('keeps the namespaces of its parameters, wherever they were declared', () => {
    const body = parsed(
      `<s:Body xmlns:far="urn:far"><R xmlns="urn:default"><SubscriptionReference><w:Address>http://10.0.0.9/s?1</w:Address><w:ReferenceParameters><far:Id>5 &amp; 6</far:Id><Plain>x</Plain><n:Near xmlns:n="urn:&quot;near">y</n:Near></w:ReferenceParameters></SubscriptionReference></R></s:Body>`,
    );
    expect(readSubscriptionReference(body)).toEqual({
      address: 'http://10.0.0.9/s?1',
      parameters:
        '<r:Id xmlns:r="urn:far">5 &amp; 6</r:Id><r:Plain xmlns:r="urn:default">x</r:Plain><r:Near xmlns:r="urn:&quot;near">y</r:Near>',
    });
  });

  it('may be missing, and has bounds', () => {
    expect(readSubscriptionReference(parsed('<b/>'))).toEqual({ address: undefined, parameters: '' });
    const many = `<b><SubscriptionReference><ReferenceParameters>${'<a>x</a>'.repeat(50)}</ReferenceParameters></SubscriptionReference></b>`;
    expect(readSubscriptionReference(parsed(many)).parameters).toBe('<a>x</a>'.repeat(8));
    const long = `<b><SubscriptionReference><ReferenceParameters><a>${'x'.repeat(600)}</a></ReferenceParameters></SubscriptionReference></b>`;
    expect(readSubscriptionReference(parsed(long)).parameters).toBe('');
  });
});
