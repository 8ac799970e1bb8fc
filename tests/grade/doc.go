// Package grade runs the command "playground grade" against servers in another
// language: the notes server of the lesson in JavaScript, right and with each of
// the lesson's thirteen defects, under both protocol versions, and servers that
// hang, chatter or do not exist.
// It needs Node.
package grade
