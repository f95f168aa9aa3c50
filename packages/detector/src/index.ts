export { type Detection, type MessageFault, readHttpEvent, readMqttMessage } from './detector-message.ts';
