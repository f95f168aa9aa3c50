"""OpenCV's MOG2 on grey frames from standard input: one line a frame with the area of the largest blob."""

import sys

import cv2
import numpy

width, height = int(sys.argv[1]), int(sys.argv[2])
model = cv2.createBackgroundSubtractorMOG2(history=500, varThreshold=16, detectShadows=True)
kernel = numpy.ones((3, 3), numpy.uint8)
while True:
    data = sys.stdin.buffer.read(width * height)
    if len(data) < width * height:
        break
    frame = numpy.frombuffer(data, numpy.uint8).reshape(height, width)
    # Shadows are 127 in the mask.
    mask = cv2.threshold(model.apply(frame), 200, 255, cv2.THRESH_BINARY)[1]
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, cv2.morphologyEx(mask, cv2.MORPH_OPEN, kernel[:2, :2]))
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    print(int(stats[1:, cv2.CC_STAT_AREA].max()) if count > 1 else 0)
